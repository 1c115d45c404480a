"""Kiev '41: the war in the south, July to December 1941, with blocks on 153 areas."""
