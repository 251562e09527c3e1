"""Fixtures of the journeys: an engine that is on this machine, the site, and visitors."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack

import pytest
from playwright.sync_api import Playwright

from engines.tabs import Engine, MissingEngineError
from engines.visitor import Visitor
from support.page.player import PREFIX
from tasks.serve import served
from tasks.steps import SITE

#: A function that returns a new visitor, in a browser that nobody else uses.
NewVisitor = Callable[[], Visitor]


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run each journey in every engine that the command line names."""
    if "engine" in metafunc.fixturenames:
        metafunc.parametrize("engine", metafunc.config.getoption("--engine"), indirect=True, scope="module")


@pytest.fixture(scope="module")
def engine(request: pytest.FixtureRequest, playwright: Playwright) -> Iterator[Engine]:
    """Start a browser with an engine. Without one, skip the journeys, or fail if they were for this engine alone."""
    with ExitStack() as stack:
        try:
            engine = Engine(request.param, playwright, stack)
        except MissingEngineError as missing:
            alone = len(request.config.getoption("--engine")) == 1
            (pytest.fail if alone else pytest.skip)(str(missing))
        yield engine


@pytest.fixture(scope="session")
def site() -> Iterator[str]:
    """Serve the built site, and yield the address of its page."""
    with served(SITE, PREFIX) as address:
        yield address


@pytest.fixture
def new_visitor(engine: Engine) -> Iterator[NewVisitor]:
    """Return a function that returns a new visitor, and finally check that no visitor's page had an error."""
    visitors: list[Visitor] = []
    with engine.tabs() as new_tab:

        def come() -> Visitor:
            visitors.append(Visitor(new_tab()))
            return visitors[-1]

        yield come
        for visitor in visitors:
            visitor.check_errors()


@pytest.fixture
def visitor(new_visitor: NewVisitor) -> Visitor:
    """Return a new visitor."""
    return new_visitor()
