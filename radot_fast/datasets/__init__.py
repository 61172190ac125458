"""Loaders of annotated report pairs, one data set a file (method §8).

Texts of credentialed sets never enter this project: the loaders are written against the published file layouts and
tested on made-up rows.
"""
