// Runs in a thread, calls each address every 20 ms and reports the response times.
import { parentPort, workerData } from 'node:worker_threads';

const { urls } = workerData as { urls: string[] };
const times: number[][] = urls.map(() => []);
let isRunning = true;
parentPort?.on('message', () => {
  isRunning = false;
});
while (isRunning) {
  for (const [index, url] of urls.entries()) {
    const start = performance.now();
    const response = await fetch(url);
    await response.arrayBuffer();
    if (!response.ok) throw new Error(`${url} answered ${response.status}`);
    times[index]?.push(performance.now() - start);
  }
  await new Promise((resolve) => setTimeout(resolve, 20));
}
parentPort?.postMessage(times);
process.exit(0);
