"""Basics that every other module may import: errors, protobuf encoding, text, files."""
