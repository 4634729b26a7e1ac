"""The documentation as a site: the repository's pages with navigation, search and a reference of the public modules."""
