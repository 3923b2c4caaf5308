/** A command that can't be carried out as it was given; the message says what would be right. */
export class CommandFault extends Error {}
