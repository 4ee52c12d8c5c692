// Serves one bucket from a folder until it is killed: node s3-process.ts <folder> <port>
import S3rver from 's3rver';

const [, , directory = '', port = ''] = process.argv;
await new S3rver({
  port: Number(port),
  address: '127.0.0.1',
  silent: true,
  directory,
  configureBuckets: [{ name: 'encore', configs: [] }],
}).run();
