"""From rules to machine code: templates, the compiler behind one boundary, and kernels that are kept on disk."""
