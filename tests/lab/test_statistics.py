"""Intervals, the sequential test and Elo, against values known from elsewhere."""

from __future__ import annotations

from random import Random

import pytest

from ostfront.lab.statistics import Sequential, elo, inverse, mean, ratings, share, slopes, student


def test_wilson() -> None:
    """Eight of ten: 49.0 % to 94.3 %, as every textbook has it; never beyond nothing and all."""
    assert share(8, 10) == pytest.approx((0.8, 0.4902, 0.9433), abs=1e-4)
    assert share(0, 10) == pytest.approx((0.0, 0.0, 0.2775), abs=1e-4)
    assert share(10, 10) == pytest.approx((1.0, 0.7225, 1.0), abs=1e-4)
    assert share(0, 0) == (0.5, 0.0, 1.0)


@pytest.mark.parametrize(("freedom", "quantile"), [(1, 12.706), (2, 4.303), (4, 2.776), (9, 2.262), (30, 2.042)])
def test_student(freedom: int, quantile: float) -> None:
    assert student(freedom) == pytest.approx(quantile, abs=2e-3)


def test_means_have_an_interval() -> None:
    found = mean([1.0, 2.0, 3.0, 4.0, 5.0])
    assert found == pytest.approx((3.0, 3 - 2.776 * 0.7071, 3 + 2.776 * 0.7071), abs=2e-3)
    assert mean([7.0]).low == float("-inf")


def test_one_slope_is_that_of_the_line_through_the_points() -> None:
    """By hand: the points (1, 2), (2, 3), (3, 5), (4, 6) lie about 0.5 + 1.4 x."""
    (found,) = slopes([[1.0], [2.0], [3.0], [4.0]], [2.0, 3.0, 5.0, 6.0])
    assert found.effect.value == pytest.approx(1.4)
    assert found.effect.low < 1.4 < found.effect.high
    (flat,) = slopes([[1.0], [2.0], [3.0], [4.0]], [7.0] * 4)
    assert flat.effect == (0.0, 0.0, 0.0) and flat.ratio == 0


@pytest.mark.parametrize(("rows", "columns"), [(60, 5), (60, 30), (30, 40)])
def test_slopes_are_right_in_the_mean_and_so_are_their_intervals(rows: int, columns: int) -> None:
    """Two columns matter, also when there are more columns than rows; the others seem to no more than luck allows."""
    random = Random(rows + columns)
    first, second, others, within, times = 0.0, 0.0, [], 0, 30
    for _ in range(times):
        drawn = [[random.gauss(0, 1) for _ in range(columns)] for _ in range(rows)]
        found = slopes(drawn, [5 + z[0] - 2 * z[1] + random.gauss(0, 1) for z in drawn])
        first += found[0].effect.value / times
        second += found[1].effect.value / times
        within += found[0].effect.low < 1 < found[0].effect.high
        others += [slope.ratio for slope in found[2:]]
    assert first == pytest.approx(1, abs=0.25)
    assert second == pytest.approx(-2, abs=0.25)
    assert within >= 0.8 * times
    assert sum(ratio**2 for ratio in others) / len(others) == pytest.approx(1, abs=0.4)


def test_elo() -> None:
    assert elo(0.5) == 0
    assert elo(0.75) == pytest.approx(190.85, abs=0.01)
    assert elo(1.0) == float("inf")


def test_a_matrix_times_its_inverse() -> None:
    matrix = [[0.0, 2.0, 1.0], [1.0, 1.0, 0.0], [3.0, 0.0, 1.0]]
    other = inverse(matrix)
    product = [[sum(a * other[k][j] for k, a in enumerate(row)) for j in range(3)] for row in matrix]
    assert product == [pytest.approx([float(i == j) for j in range(3)]) for i in range(3)]


def test_ratings_agree_with_the_scores() -> None:
    found = ratings(["a", "b"], {("b", "a"): (750.0, 1000)})
    assert found["a"] == (0, 0, 0)
    assert found["b"].value == pytest.approx(elo(750.5 / 1001), abs=1e-6)
    assert found["b"].low < elo(0.75) < found["b"].high
    assert found["b"].high - found["b"].low < 60


def test_ratings_of_one_who_always_wins_are_finite() -> None:
    found = ratings(["a", "b", "c"], {("b", "a"): (10.0, 10), ("c", "b"): (10.0, 10), ("c", "a"): (10.0, 10)})
    assert 0 < found["b"].low < found["b"].value < found["c"].value < 2000


def test_the_sequential_test_counts_as_the_binomial_one() -> None:
    """Only wins and losses: the ratio is that of two binomials."""
    from math import log

    test = Sequential(0.45, 0.55)
    scores = [1.0] * 30 + [0.0] * 10
    assert test.ratio(scores) == pytest.approx(20 * log(0.55 / 0.45), rel=1e-3)
    assert test.verdict(scores) == "high"
    assert test.verdict(scores[:10]) == ""
    assert test.verdict([0.0] * 30) == "low"


def test_the_sequential_test_keeps_its_errors() -> None:
    """Play with the means of the hypotheses: each is taken for the other in about one of twenty runs."""
    random = Random("errors")
    test = Sequential(0.4, 0.6)
    for truth, wrong in ((0.4, "high"), (0.6, "low")):
        mistakes = 0
        for _ in range(60):
            scores: list[float] = []
            while not test.verdict(scores):
                scores.append((sum(random.random() < truth for _ in range(2))) / 2)
            mistakes += test.verdict(scores) == wrong
        assert mistakes <= 9
