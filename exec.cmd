@rem npm runs scripts with cmd.exe here, which has no exec: see docs/decisions.md.
@%*
