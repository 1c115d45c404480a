"""Tests of Kiev '41."""
