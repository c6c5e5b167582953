"""A learner: it trains a policy by self-play, and plays it as a bot.

Training needs PyTorch. Playing needs only NumPy and safetensors.
"""
