// The appearance of the pages beside the console: as the reader chose it there, or else as the system has it.
(() => {
  const darkness = matchMedia('(prefers-color-scheme: dark)');
  const chosen = () => {
    try {
      return JSON.parse(localStorage.getItem('livery-console-preferences') ?? '{}').theme ?? 'system';
    } catch {
      return 'system';
    }
  };
  const apply = () => {
    const theme = chosen();
    const isDark = theme === 'system' ? darkness.matches : theme === 'dark';
    document.documentElement.dataset.theme = isDark ? 'dark' : 'light';
    // The class that Swagger UI has its dark colours under.
    document.documentElement.classList.toggle('dark-mode', isDark);
  };
  darkness.addEventListener('change', apply);
  addEventListener('storage', apply);
  apply();
})();
