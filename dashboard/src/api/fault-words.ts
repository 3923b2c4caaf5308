import { FAULT_MESSAGES, type FaultCode } from '../../../src/engine/syntax/syntax-fault';
import { t } from '../texts';
import { formatEither, formatMoment } from '../texts/formats';
import { formatBytes } from '../ui/format';
import { LIST_SENTENCES } from './list-fault-words';

/** The interface's sentences are for those who write programs; these are what people read in their place. */
type Words = (found: readonly string[]) => string;

const SENTENCES: readonly (readonly [RegExp, Words])[] = [
  [/^Unauthenticated\.$/, () => t.faults.sessionEnded],
  [/^The e-mail address or the password is not right\.$/, () => t.faults.signInRefused],
  [/^This account is switched off/, () => t.faults.accountOff],
  [/^Accounts are made by the operator /, () => t.faults.signUpOff],
  [/^Sign-up needs an invitation /, () => t.faults.signUpInvited],
  [/^This organization asks for a second factor/, () => t.people.twoFactor.needed],
  [/^The code is not right/, () => t.people.code.wrong],
  [/^The code field holds six digits/, () => t.people.code.hint],
  [/^Give the code of your app too/, () => t.people.code.missing],
  [/^The second factor is on already/, () => t.people.twoFactor.alreadyOn],
  [/^There is no second factor to confirm/, () => t.people.twoFactor.notBegun],
  [/^The second factor is off\.$/, () => t.people.twoFactor.alreadyOff],
  [/^This e-mail address can’t be used /, () => t.people.email.taken],
  [/^This link is not, or no longer, open/, () => t.people.reset.gone],
  [/^You are the only owner of an organization/, () => t.people.deletion.refused],
  [/^Give your password once more /, () => t.faults.passwordNeeded],
  [
    /^You need at least (\d+) credits? for this; your organization has (-?\d+)/,
    ([, needed, has]) => t.faults.credits(Number(needed), Number(has)),
  ],
  [/^The database (can't be reached|has no room)/, () => t.faults.databaseAway],
  [/^The database was lost /, () => t.faults.outcomeUnknown],
  [/^The process is stopping/, () => t.faults.restarting],
  [/^Something went wrong on our side\. Request id: (.+)\.$/, ([, id = '']) => t.faults.ours(id)],
  [/^The body was not complete within|^The request ended before its body/, () => t.faults.timedOut],
  [/^(This request comes from another site|Send the header X-CSRF)/, () => t.faults.anotherSite],
  [/^The name field must repeat the name of the organization/, () => t.faults.nameNotRepeated],
  [/^There is no session \d+ here/, () => t.faults.sessionGone],
  [/^There is no token .+ here/, () => t.faults.tokenGone],
  [/^No query results for model \[Batch\]/, () => t.faults.batchGone],
  [/^(Results file not found|Batch is not yet completed)/, () => t.faults.resultsGone],
  [/^There is no organization \d+ for this account/, () => t.faults.organizationGone],
  [/^There is no member \d+ here/, () => t.faults.memberGone],
  [/^There is an account for (.+) already\.$/, ([, email = '']) => t.faults.accountExists(email)],
  [/^(.+) is a member already\.$/, ([, email = '']) => t.faults.alreadyMember(email)],
  [/^The last owner has to stay owner/, () => t.faults.lastOwner],
  [/^There is no such invitation/, () => t.faults.invitationGone],
  [/^This invitation is for another e-mail address/, () => t.faults.invitationForAnother],
  [/^An account may belong to (\d+) organizations/, ([, limit]) => t.faults.tooManyOrganizations(Number(limit))],
  [/^An account may have (\d+) tokens/, ([, limit]) => t.faults.tooManyTokens(Number(limit))],
  [/^The first row must name a column "email"/, () => t.faults.exportNoAddress],
  [/^The first row must name a column "occurred_at"/, () => t.faults.exportNoDate],
  [/^An organization has (\d+) sources at most/, ([, limit]) => t.faults.tooManySources(Number(limit))],
  [
    /^(This is no (signing |verification )?(key|secret) of .+|This is no signing secret of .+|The secret .+\.)$/,
    ([, said = '']) => t.faults.noKey(said),
  ],
  [/^An organization has (\d+) webhooks at most/, ([, most]) => t.faults.tooManyWebhooks(Number(most))],
  [/^There is no such [\w ]+ here\.$/, () => t.faults.webhookGone],
  [
    /^What the last rotation replaced holds until (\S+)\. /,
    ([, until = '']) => t.faults.rotatedRecently(formatMoment(until)),
  ],
  [/^This webhook is off/, () => t.faults.webhookOff],
  [
    /^The url field must be an address that begins with (.+)\.$/,
    ([, begins = '']) => t.faults.webhookAddress(formatEither(begins.split(' or '))),
  ],
  [/^The url field must be a text/, () => t.faults.webhookAddress('https://')],
  [/^The url field must have at most (\d+)/, ([, most]) => t.faults.tooLong(Number(most))],
  [/^The url field must have no user/, () => t.faults.webhookUser],
  [/^The url field must have no blanks/, () => t.faults.webhookBlanks],
  [/^The url field must have no #/, () => t.faults.webhookHash],
  [/^The url field must have one of the ports (.+)\.$/, ([, ports = '']) => t.faults.webhookPort(ports)],
  [/^The url field must not be an address inside of a network/, () => t.faults.webhookInside],
  [/^The event_types field /, () => t.faults.webhookEvents],
  [/^There is no such source of feedback/, () => t.faults.sourceGone],
  [/^No feedback about this address is known/, () => t.faults.addressNotKnown],
  [/^An organization may have (\d+) open invitations/, ([, limit]) => t.faults.tooManyInvitations(Number(limit))],
  [/uploads (are )?under way/, () => t.faults.tooManyUploads],
  [/^Very large lists of your organization were refused/, () => t.faults.refusedLists],
  [
    /^(The upload (broke off|was given up|came at less)|The form ends before its last boundary)/,
    () => t.faults.uploadBroke,
  ],
  [/^Your organization may keep /, () => t.faults.storageFull],
  [/^There is too little room left on our disk/, () => t.faults.diskFull],
  [/^This batch is being worked on/, () => t.faults.listAtWork],
  [/^This batch is completed: nothing is left to cancel/, () => t.faults.listCompleted],
  [/^Members cancel and delete lists of their own/, () => t.faults.ownListsOnly],
  [/^There is no such link, or it does not work any more/, () => t.sharing.goneText],
  [/^Choose another organization than the one that gives/, () => t.faults.sameOrganization],
  [/^At most (-?\d+) credits can be moved/, ([, most]) => t.faults.movable(Number(most))],
  [/^This Idempotency-Key was used for another transfer/, () => t.faults.movedOtherwise],
  [/^Only somebody who owns both organizations/, () => t.faults.ownsNotBoth],
  [/^The to_organization_id field /, () => t.faults.organizationGone],
  [/^The (?:amount|warn_below) field must be a whole number of credits/, () => t.faults.wholeCredits],
  [/^The default_organization_id field /, () => t.faults.organizationGone],
  [/^Nothing is left to check/, () => t.again.nothing],
  [/^A batch that goes on with this one is at work/, () => t.again.isAtWork],
  [/^A batch has (\d+) links at most/, ([, most]) => t.sharing.tooMany(Number(most))],
  [/^You are a viewer of this organization/, () => t.faults.viewerReads],
  [/^Only an owner or an admin may do this/, () => t.faults.adminsOnly],
  [/^Only an owner may do this/, () => t.faults.ownersOnly],
  [/^No new account can be made with this e-mail address/, () => t.faults.addressTaken],
  [/^Only an owner may give this role/, () => t.faults.ownerGives],
  [/^Only an owner may remove an owner/, () => t.faults.ownerRemoves],
  [/^Only an owner may withdraw or replace/, () => t.faults.ownerWithdraws],
  ...LIST_SENTENCES,
  [/^The (\w+) field (is required|must be a string)/, ([, field = '']) => missing(field)],
  [/^The email field must be an e-mail address/, () => t.faults.emailWrong],
  [
    /^The file field must not be greater than (\d+) kilobytes/,
    ([, most]) => t.faults.fileTooLarge(formatBytes(Number(most) * 1024)),
  ],
  [/must not be greater than (\d+) (?:characters|octets)/, ([, most]) => t.faults.tooLong(Number(most))],
  [/^The password must have at most (\d+) characters/, ([, most]) => t.faults.tooLong(Number(most))],
  [/must (?:be one line without|hold something that can be seen)/, () => t.faults.nameUnseen],
  [/^The name of a token that is no test token/, () => t.faults.nameOfTest],
  [/must not mix letters of two alphabets/, () => t.faults.nameMixed],
  [/^The password field is too long/, () => t.faults.passwordWrong],
  [/^The password must have at least (\d+) characters/, ([, least]) => t.faults.passwordShort(Number(least))],
  [/^The password must not be made of the e-mail address/, () => t.faults.passwordIsAddress],
  [/^This password is one of the first that others would try/, () => t.faults.passwordCommon],
  [/^The (?:current |new )?password is not right\.$/, () => t.faults.passwordWrong],
  [/^The new password is the current one/, () => t.faults.passwordSame],
  [/^The permissions field /, () => t.faults.permissionsMissing],
  [/^The organization_ids field /, () => t.faults.organizationsMissing],
];

/** What was seen of a mail server that gave no reply to read, in the language of the page. */
const SEEN: readonly (readonly [RegExp, () => string])[] = [
  [/^The reply is longer than 8 KiB/, () => t.check.seen.tooLong],
  [/^The line has no reply code/, () => t.check.seen.noCode],
  [/^The reply has more than 100 lines/, () => t.check.seen.manyLines],
  [/^The reply code is outside 200 to 599/, () => t.check.seen.strangeCode],
];

/** What people read in place of a sentence of the interface; that sentence, as a quotation, where there is nothing better. */
export function inWords(sentence: string): string {
  return wordsFor(sentence) ?? t.faults.asSaid(sentence);
}

/** The same; null where there is nothing better. */
export function wordsFor(sentence: string): string | null {
  for (const [pattern, words] of [...SENTENCES, ...SEEN]) {
    const found = pattern.exec(sentence);
    if (found !== null) return words(found);
  }
  return syntaxFault(sentence);
}

function missing(field: string): string {
  if (field === 'email') return t.faults.emailMissing;
  if (field.endsWith('password')) return t.faults.passwordMissing;
  if (field === 'name') return t.faults.nameMissing;
  return field === 'file' ? t.faults.fileMissing : t.faults.fieldMissing;
}

/** The engine's sentence about how an address is written, in the language of the page. */
function syntaxFault(sentence: string): string | null {
  for (const [code, message] of Object.entries(FAULT_MESSAGES)) {
    const [before = '', after] = message.split('#');
    if (after === undefined ? sentence === message : sentence.startsWith(before) && sentence.endsWith(after)) {
      const character = sentence.slice(before.length);
      return t.syntax[code as FaultCode].replace('#', () => t.characters[character] ?? character);
    }
  }
  return null;
}
