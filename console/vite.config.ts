import { defineConfig } from 'vite';

/** The service serves what is built here below `/console` (src/console/console.controller.ts). */
export default defineConfig({
  base: '/console/',
  build: {
    outDir: '../dist/console',
    emptyOutDir: true,
    // The policy allows no data: addresses.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: ['chrome111', 'firefox115', 'safari16.4'],
    reportCompressedSize: false,
    // The editor of the studio, which is loaded when it is opened.
    chunkSizeWarningLimit: 1000,
    rolldownOptions: {
      // Packages mark what runs in browsers for frameworks that have servers, which there is none of here.
      onLog: (level, log, report) => {
        if (log.code !== 'MODULE_LEVEL_DIRECTIVE') report(level, log);
      },
    },
  },
});
