/** What became of a thing that was to be there: declaring the same twice leaves the second time nothing to do. */
export type Ensured = 'created' | 'updated' | 'unchanged';
