import { listed } from './listed-phrases';
import { phrases } from './phrases';

/** The mailbox is full. */
export const FULL = {
  abandoned: phrases('out of storage space and inactive', 'p=overquotaperm'),
  full: phrases(
    '(mail.?box|in.?box|account|maildir|mail.?drop|(mail.?)?folder)( \\S{1,80})?( is| has become)?( too)? full\\b',
    'over.?quota',
    'over( the| its| their| his| disk| disc| allowed| mail){0,3} quota',
    '(over)?full (mail.?box|inbox|mailfolder)',
    '(user|recipient|mail.?box|account)( has|.s)? (space|storage|quota) (has been |is )?(used up|full|exhausted)',
    '(mail.?box|user|recipient|account|maildir) (has |would )?(exceed(s|ed|ing)?|reached|exhausted)( its| the| his| their)?( allowed| maximum| available){0,2} (disk|disc|storage|space|size|local|mail.?box)\\b(?! (of|for) (the |a )?(messages?|e?mails?)\\b| (messages?|e?mails?)\\b)',
    '(does not|doesn.t) have enough (disk |storage )?space',

    'exceed(s|ed|ing)?( its| their| the| his)?( allowed| maximum){0,2}( mail.?box| disk| disc)? storage',
    'exceed(s|ed|ing)?( its| their| the| his)?( allowed| maximum)? (mail.?box|disk|disc|storage) (quota|limit)',
    '(mail|mail.?box|mail.?dir|disk|disc|storage|inbox|space) quota( usage)?( has been| is| was)? (exceeded|full|reached)',
    'out of storage',
    'mail.?box (size |storage |quota )?limit',
    'storage limit',
    'inode limit',
    '(recipient|user|mail.?box)(.s)? (storage|disk|mail) (is )?(full|exceeded)',
    '(user|mail.?box|account|recipient|inbox) has too many messages',
    'not enough (storage |disk |mailbox )?space in (the |this )?(mail.?box|inbox)',
    'not enough (storage )?space',
    'mail.?box (has )?no (more )?space',
  ),

  /** A quota: the mailbox's, if the reply also has `subject` or a code that means a mailbox. */
  quota: phrases(
    'exceed(s|ed|ing)?( its| their| the| his)?( allowed| maximum)?( mail)? (quota|limit)',
    '(extended )?quota (violat|exhaust)',
    'violation of quota',
    'quota( has been| is| was)? (exceeded|full|reached)',
  ),
  fullInLists: listed('full'),
};
