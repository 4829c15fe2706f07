"""An independent, slow reading of sections M, A and T of the rules; it imports nothing of the product."""
