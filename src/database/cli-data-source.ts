import 'reflect-metadata';
import { DataSource } from 'typeorm';
import { databaseSettings } from '../config/app-config';
import { loadDotEnv } from '../config/env';
import { dataSourceOptions } from './data-source-options';

/** For the TypeORM command line (`ormconfig.ts`); it needs the database's settings and no others. */
loadDotEnv();
const given = Object.entries(process.env).filter(([, value]) => value?.trim() !== '');
const settings = databaseSettings.parse(Object.fromEntries(given));

export const dataSource = new DataSource(dataSourceOptions(settings));
