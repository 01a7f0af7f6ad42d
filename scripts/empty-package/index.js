/** Stands in for packages that the libraries name and the browser does not need. */

export default {};
