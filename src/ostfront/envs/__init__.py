"""Environments for training players, with PettingZoo's AEC interface.

    from ostfront.envs import OstfrontEnv
    env = OstfrontEnv("victory-denied")

`choices` explains the actions; `planes` and the modules named after games the observations. Needs the extra `env`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ostfront.core.errors import OstfrontError

if TYPE_CHECKING:
    from ostfront.envs.aec import OstfrontEnv

__all__ = ["OstfrontEnv"]


def __getattr__(name: str) -> Any:
    if name != "OstfrontEnv":
        raise AttributeError(name)
    try:
        from ostfront.envs.aec import OstfrontEnv
    except ImportError as missing:
        raise OstfrontError(f'Environments need {missing.name}: pip install "ostfront[env]".') from None
    return OstfrontEnv
