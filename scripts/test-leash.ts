// Loaded into every test file's process: when npm test is gone without a word (kill -9), the process ends, and with it the browser
// and the product that it started, instead of waiting half a minute for each thing that will never come.

const LOOK_MS = 1_000;
const parent = process.ppid;
const timer = setInterval(() => {
  if (process.ppid !== parent) process.exit(1);
}, LOOK_MS);
timer.unref();
