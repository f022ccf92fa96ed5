"""`make bench`: how fast we are, beside others at the same work, in one interleaved run.

docs/explanation/performance.md has the figures.

rows       the table: what must be reached, and what is aimed at
contest    who runs against whom, round by round; medians
ground     a durable PostgreSQL, databases, the programs of ours that are measured
report     the table, the last lines, bench.json
peers/     the others: installed on demand into var/bench/peers, and what they are given to do
"""
