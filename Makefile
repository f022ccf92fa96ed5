# Placeholder until the real one lands: see README.
PY = .venv/bin/python
