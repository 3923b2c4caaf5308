import 'reflect-metadata';
import { DataSource } from 'typeorm';
import { environmentSchema } from '../config/app-config';
import { loadDotEnv } from '../config/env';
import { dataSourceOptions } from './data-source-options';

/** For the TypeORM command line (`ormconfig.ts`); it needs the database's settings and no others. */
loadDotEnv();
const settings = environmentSchema.pick({ DATABASE_URL: true, DATA_DIR: true }).parse(process.env);

export const dataSource = new DataSource(dataSourceOptions(settings));
