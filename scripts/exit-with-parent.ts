// Loaded into each process of the product (node --import) that a command starts: when the command dies without a word
// (kill -9), the process ends itself as cleanly as if it had been asked to, instead of living on and holding its port.

process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'));
process.channel?.unref();
