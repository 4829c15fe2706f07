"""The generator of events that tests, oracle and benchmarks use."""
