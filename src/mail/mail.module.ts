import { Module, type DynamicModule } from '@nestjs/common';
import type { AppConfig } from '../config/app-config';
import { Mailer, NoMailer } from './mailer';

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
          useFactory: async () => {
            if (!isOn) return new NoMailer();
            // Read only where mail is sent: nodemailer takes some megabytes.
            const { SmtpMailer } = await import('./smtp-mailer');
            return new SmtpMailer({ SMTP_SUBMISSION_URL, MAIL_FROM });
          },
        },
      ],
      exports: [Mailer],
    };
  }
}
