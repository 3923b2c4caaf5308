import { Module, type DynamicModule } from '@nestjs/common';
import { AuthModule } from '../auth/auth.module';
import type { AppConfig } from '../config/app-config';
import { FeedbackUploadsController } from './api/feedback-uploads.controller';
import { ExportImport } from './export-import.service';
import { ReportIntake } from './report-intake.service';

/** Files that tell what became of mails: providers' exports, and the reports of hosts. */
@Module({})
export class FeedbackUploadsModule {
  /** @param features the registered modules of feedback and batches: the same objects as everywhere */
  static register({ ROLE }: Pick<AppConfig, 'ROLE'>, features: DynamicModule[]): DynamicModule {
    if (ROLE === 'worker') return { module: FeedbackUploadsModule };
    return {
      module: FeedbackUploadsModule,
      imports: [AuthModule, ...features],
      controllers: [FeedbackUploadsController],
      providers: [ExportImport, ReportIntake],
      exports: [ExportImport],
    };
  }
}
