/** A file that is no spreadsheet, or one that is broken or too large to be read; the message is for who sent it. */
export class Unreadable extends Error {}
