"""Every write to the job table, one small file per story. All of them fenced but `enqueue` and `redrive`."""
