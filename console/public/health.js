// Says on the start page whether the service is ready.
(() => {
  const place = document.querySelector('[data-health]');
  if (place === null) return;
  const say = (isReady) => {
    place.textContent = isReady ? place.dataset.ready : place.dataset.away;
    place.dataset.state = isReady ? 'good' : 'bad';
  };
  const look = () =>
    fetch('/health/ready').then(
      ({ ok }) => say(ok),
      () => say(false),
    );
  void look();
  setInterval(() => void (document.hidden || look()), 10_000);
})();
