// The declarations of WinUI 3 that its recorder uses, for type checks without Windows.
using System;

namespace Microsoft.UI.Xaml.Controls
{
    public class ScrollViewer
    {
        public double HorizontalOffset, VerticalOffset, ViewportWidth, ViewportHeight, ExtentWidth, ExtentHeight;
    }
}

namespace Microsoft.UI.Xaml.Media
{
    public class RenderingEventArgs { public TimeSpan RenderingTime; }
    public static class CompositionTarget { public static event EventHandler<object> Rendering { add { } remove { } } }
}
