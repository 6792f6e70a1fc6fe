// The failure of code that was to come later: no connection, or a newer build has taken the place of its files.

export class CodeUnavailable extends Error {
  override readonly name = 'CodeUnavailable';
}
