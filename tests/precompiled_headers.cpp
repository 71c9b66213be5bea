// Empty: the target that the precompiled headers of all test programs belong to needs a source.
