/** What `npm run typeorm -- …` works on. The service itself never reads this file. */
export { dataSource } from './src/database/cli-data-source';
