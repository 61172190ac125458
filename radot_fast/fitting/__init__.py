"""From annotated pairs to a readout: recipe, folds, calibration, intervals."""
