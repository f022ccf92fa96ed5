"""The stages of a build, one file each: gather outside any transaction, apply inside the pipeline's."""
