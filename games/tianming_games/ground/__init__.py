"""What every other module may use: errors, protobuf encoding, text, plain files."""
