"""The workbench: a person sees what was found, corrects it and takes the result away."""
