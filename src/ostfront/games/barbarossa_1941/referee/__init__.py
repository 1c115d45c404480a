"""The referee of Barbarossa 1941: the rulebook's clauses, in its order, judged one by one."""
