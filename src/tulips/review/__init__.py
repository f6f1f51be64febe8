"""What a match was decided by: every seat's chances from the first move to the last, what luck and what choices did, and which
choices cost most, judged by what their seat could know."""
