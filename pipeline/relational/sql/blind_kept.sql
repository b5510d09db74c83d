-- The questions that go on, each with whether it can be guessed; with `leave_out`, those that cannot.
SELECT * FROM told WHERE NOT ($leave_out AND is_guessable)
