"""Sphinx's settings for the site: https://www.sphinx-doc.org/en/master/usage/configuration.html."""

from __future__ import annotations

from pathlib import Path

from sphinx.errors import PycodeError
from sphinx.pycode import ModuleAnalyzer

import perron

_HERE = Path(__file__).parent
_ICON = str(_HERE.parents[1] / "web" / "public" / "icon.svg")

project = "Perron"
author = "The Perron authors"
project_copyright = author
release = version = perron.__version__
language = "en"
html_title = "Perron"
html_theme = "furo"  # its fonts are the system's: the site asks no other host for anything
html_static_path = [str(_HERE / "static"), _ICON]
html_css_files = ["perron.css"]
html_favicon = _ICON
html_copy_source = False
html_theme_options = {
    "light_logo": "icon.svg",
    "dark_logo": "icon.svg",
    "navigation_with_keys": True,
}

extensions = ["myst_parser", "sphinx.ext.autodoc"]
myst_heading_anchors = 6  # every heading can be linked to, as on GitHub
nitpicky = False
smartquotes = False

default_role = "code"  # docstrings are written in Markdown's way: `code`
autodoc_member_order = "bysource"
autodoc_mock_imports = ["stable_baselines3"]  # it would load torch, which takes longer than all else
# Autodoc looks for comments in the source of a base class's module all the same, and would import that one.
ModuleAnalyzer.cache["module", "stable_baselines3.common.vec_env"] = PycodeError("is not read")
autodoc_typehints_format = "short"
autodoc_preserve_defaults = True
autodoc_class_signature = "mixed"
python_use_unqualified_type_names = True
python_maximum_signature_line_length = 100
toc_object_entries_show_parents = "hide"
