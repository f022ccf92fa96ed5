"""The set-based statements of the sweeps."""
