import { Module, type DynamicModule } from '@nestjs/common';
import type { AppConfig } from '../config/app-config';
import { Mailer, NoMailer } from './mailer';
import { SmtpMailer } from './smtp-mailer';

/** The one place where it is chosen how mail is sent. */
@Module({})
export class MailModule {
  static register({ SMTP_SUBMISSION_URL, MAIL_FROM }: AppConfig): DynamicModule {
    const isOn = SMTP_SUBMISSION_URL !== undefined && MAIL_FROM !== undefined;
    return {
      module: MailModule,
      global: true,
      providers: [
        {
          provide: Mailer,
          useFactory: () => (isOn ? new SmtpMailer({ SMTP_SUBMISSION_URL, MAIL_FROM }) : new NoMailer()),
        },
      ],
      exports: [Mailer],
    };
  }
}
