import { extensionsOf, NO_EXTENSIONS, type Extensions } from '../wire/extensions';
import { ehlo, helo, startTls } from '../wire/smtp-command';
import { knownLimits, NOTHING_KNOWN } from './known-limits';
import type { SmtpChannel } from './smtp-channel';
import { SmtpFailure } from './smtp-failure';

/** How a session begins (RFC 5321 3.1, 3.2): the greeting, EHLO or HELO, STARTTLS and EHLO again (RFC 3207). */
export class SessionOpening {
  /** What the host offers. */
  extensions: Extensions = NO_EXTENSIONS;
  /** What the host is known to allow, once it has greeted. */
  knownLimits = NOTHING_KNOWN;
  isSecured = false;
  private heloOnly = false;

  constructor(private readonly channel: SmtpChannel) {}

  /** Waits for the whole greeting and sends nothing before it: hosts drop clients that do. */
  async greeting(timeoutMs: number): Promise<void> {
    const reply = await this.channel.connection.reply('banner', timeoutMs);
    this.channel.require('banner', reply);
    // A firewall that blots out the banner also rewrites ESMTP.
    const [greeting = ''] = reply.lines;
    this.heloOnly = /^\*{3}|\*{8}/.test(greeting);
    this.knownLimits = knownLimits(greeting);
  }

  async hello(): Promise<void> {
    const { channel } = this;
    const { heloName } = channel.options;
    if (!this.heloOnly) {
      const reply = await channel.command('ehlo', ehlo(heloName));
      const { outcome } = channel.classify('ehlo', reply);
      if (outcome !== 'ehlo_unsupported') {
        channel.require('ehlo', reply);
        channel.hello.begin(reply);
        this.extensions = extensionsOf(reply.lines);
        return;
      }
    }
    this.extensions = NO_EXTENSIONS;
    const reply = await channel.command('ehlo', helo(heloName));
    channel.require('ehlo', reply);
    channel.hello.begin(reply);
  }

  /** False: the host would not; the session goes on in clear. */
  async secure(): Promise<boolean> {
    const { channel } = this;
    const reply = await channel.command('starttls', startTls());
    const classified = channel.classify('starttls', reply);
    if (classified.outcome === 'throttled' || reply.code === 421) throw new SmtpFailure(classified, 'starttls');
    if (classified.outcome !== 'ok') return false;
    await channel.connection.secure(channel.host, channel.options.commandTimeoutMs);
    this.isSecured = true;
    await this.hello();
    return true;
  }
}
