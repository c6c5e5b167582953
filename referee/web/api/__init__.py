"""The answers of the API as models, and the OpenAPI document that describes them."""
