// Unpacks the Chromium of @sparticuz/chromium into the temporary folder of this process, which chromium.ts chooses.

import chromium from '@sparticuz/chromium';

await chromium.executablePath();
