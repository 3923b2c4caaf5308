import { errorReply, isInterfaceError, type ErrorReply } from './error-bodies';

/** What the error table says, for those who must know before it is answered. */
export const errorRefusals = {
  replyTo: (error: unknown): ErrorReply | null => (isInterfaceError(error) ? errorReply(error) : null),
};
