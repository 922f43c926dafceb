// An embedder imports MayflyHost only. The types of its arguments and results are declared in these modules.
@_exported public import MayflyBundles
@_exported public import MayflyModel
@_exported public import MayflyStore
@_exported public import MayflyViews
@_exported public import MayflyWorkers
