import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ServiceSettings } from './service-settings';
import { StoredSetting } from './stored-setting.entity';

@Module({
  imports: [TypeOrmModule.forFeature([StoredSetting])],
  providers: [ServiceSettings],
  exports: [ServiceSettings],
})
export class SettingsModule {}
