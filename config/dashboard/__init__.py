"""The admin's first page: how everything stands, each figure a link to what it counts. Bounded queries only."""
