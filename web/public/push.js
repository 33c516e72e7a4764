// The service worker: it shows what the server pushes, and opens the match when somebody clicks on it. It keeps nothing
// and answers no requests. The id of a notice is its tag, so that one that was sent twice is shown once.

self.addEventListener("push", (event) => {
  const { id, title, text, path } = event.data.json();
  event.waitUntil(
    self.registration.showNotification(title, { body: text, tag: id, icon: "/icon.svg", data: { path } }),
  );
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const { path } = event.notification.data;
  const open = async () => {
    const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
    const there = pages.find((page) => new URL(page.url).pathname === path);
    return there ? there.focus() : self.clients.openWindow(path);
  };
  event.waitUntil(open());
});
