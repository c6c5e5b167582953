"""The answers of the API as models, and the OpenAPI document made of them."""
