-- The read-api gives what the read tables hold and has no master key: wrapped keys are nothing for it either.
revoke select on vault.keys from lyceum_reader;
revoke usage on schema vault from lyceum_reader;
